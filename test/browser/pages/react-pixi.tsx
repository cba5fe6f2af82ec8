/** Figures of PixiJS in React, for tests. */
import { Application, extend } from '@pixi/react'
import { Figure, FigureWorld, Slot, useRig, useWorld } from 'osteon/react/pixi'
import { Container, Graphics, type Application as PixiApplication } from 'pixi.js'
import { StrictMode, Suspense } from 'react'
import {
  Boundary,
  callbacksOf,
  noteWorld,
  OPTIONS,
  type SceneState,
  type ShownFigure,
  startScene,
  Waiting,
  worldOf,
} from './react-scenes'

extend({ Container, Graphics })

let app: PixiApplication | undefined

function Told({ id, of, slot, ...props }: ShownFigure) {
  const rig = useRig(`/cast/${of}.json`, `/cast/${of}.atlas`, OPTIONS)
  noteWorld(useWorld())
  return (
    <Figure label={id} rig={rig} y={330} eventMode="static" {...callbacksOf(id)} {...props}>
      {slot && (
        <Slot name={slot}>
          <pixiGraphics draw={(graphics) => graphics.clear().rect(-30, -30, 60, 60).fill(0xff00ff)} />
        </Slot>
      )}
    </Figure>
  )
}

function Stage(state: SceneState) {
  const { figures = [], bare = false, waits = false, paused, rate, timeScale } = state
  const shown = figures.map((figure) => <Told key={figure.id} {...figure} />)
  return (
    <StrictMode>
      <Application
        preference="webgl"
        width={400}
        height={400}
        background="#304058"
        onInit={(made) => {
          app = made
        }}
      >
        <StrictMode>
          <Boundary>
            {bare ? (
              shown
            ) : (
              <FigureWorld world={worldOf(state)} paused={paused} rate={rate} timeScale={timeScale}>
                <pixiContainer>
                  <Suspense fallback={null}>
                    {shown}
                    {waits && <Waiting />}
                  </Suspense>
                </pixiContainer>
              </FigureWorld>
            )}
          </Boundary>
        </StrictMode>
      </Application>
    </StrictMode>
  )
}

startScene(
  (state) => <Stage {...state} />,
  (id) => {
    const figure = app?.stage.getChildByLabel(id, true)
    return figure ? { x: figure.x, scale: figure.scale.x } : null
  },
)
