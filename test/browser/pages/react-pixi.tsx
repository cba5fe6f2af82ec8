/** Figures of PixiJS in React, for tests: each shows `Stage` in the state that it asks for. */
import { Application, extend } from '@pixi/react'
import { Figure, FigureWorld, Slot, useRig, useWorld } from 'osteon/react/pixi'
import { Container, Graphics, type Application as PixiApplication } from 'pixi.js'
import { Component, type ReactNode, StrictMode, Suspense } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import {
  counts,
  noteWorld,
  OPTIONS,
  type SceneState,
  type ShownFigure,
  ticks,
  told,
  Waiting,
} from './react-scenes'

extend({ Container, Graphics })

declare global {
  interface Window {
    reactScene?: typeof reactScene
  }
}

let app: PixiApplication | undefined

function Told({ id, of, slot, ...props }: ShownFigure) {
  const rig = useRig(`/cast/${of}.json`, `/cast/${of}.atlas`, OPTIONS)
  noteWorld(useWorld())
  return (
    <Figure
      label={id}
      rig={rig}
      y={330}
      eventMode="static"
      onClick={() => told.push(`${id} click`)}
      onComplete={({ animation }) => told.push(`${id} complete ${animation}`)}
      onEvent={({ name }) => told.push(`${id} event ${name}`)}
      {...props}
    >
      {slot && (
        <Slot name={slot}>
          <pixiGraphics draw={(graphics) => graphics.clear().rect(-30, -30, 60, 60).fill(0xff00ff)} />
        </Slot>
      )}
    </Figure>
  )
}

/** Shows the code of an error of what is below. */
class Boundary extends Component<{ children: ReactNode }, { code: string }> {
  override state = { code: '' }
  static getDerivedStateFromError(error: unknown) {
    return { code: String(Object(error).code) }
  }
  override componentDidCatch(error: unknown) {
    told.push(`error ${Object(error).code}`)
  }
  override render() {
    return this.state.code ? null : this.props.children
  }
}

function Stage({ figures = [], bare = false, waits = false, paused, timeScale }: SceneState) {
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
              <FigureWorld paused={paused} timeScale={timeScale}>
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

const main = document.querySelector('main') as HTMLElement
let root: Root | null = null

const reactScene = {
  told,
  counts,
  ticks,
  show(scene: SceneState): void {
    root ??= createRoot(main)
    root.render(<Stage {...scene} />)
  },
  end(): void {
    root?.unmount()
    root = null
    app = undefined
  },
  place(id: string): { x: number; scale: number } | null {
    const figure = app?.stage.getChildByLabel(id, true)
    return figure ? { x: figure.x, scale: figure.scale.x } : null
  },
}
window.reactScene = reactScene
