/** Figures of Three.js in React, for tests. */
import { Canvas, type RootState } from '@react-three/fiber'
import { Figure, FigureWorld, Slot, useRig, useWorld } from 'osteon/react/three'
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

let scene: RootState['scene'] | undefined

function Told({ id, of, slot, x, ...props }: ShownFigure) {
  const rig = useRig(`/cast/${of}.json`, `/cast/${of}.atlas`, OPTIONS)
  noteWorld(useWorld())
  return (
    <Figure name={id} rig={rig} position-x={x} {...callbacksOf(id)} {...props}>
      {slot && (
        <Slot name={slot}>
          <mesh>
            <planeGeometry args={[60, 60]} />
            <meshBasicMaterial color="#ff00ff" />
          </mesh>
        </Slot>
      )}
    </Figure>
  )
}

function Stage(state: SceneState) {
  const { figures = [], bare = false, waits = false, paused, rate, timeScale } = state
  const shown = figures.map((figure) => <Told key={figure.id} {...figure} />)
  const within = (
    <group position={[-200, -130, 0]}>
      <Suspense fallback={null}>
        {shown}
        {waits && <Waiting />}
      </Suspense>
    </group>
  )
  return (
    <StrictMode>
      <Canvas
        orthographic
        camera={{ zoom: 1, position: [0, 0, 500] }}
        flat
        onCreated={(state) => {
          scene = state.scene
        }}
      >
        <Boundary>
          <color attach="background" args={['#304058']} />
          {bare ? (
            within
          ) : (
            <FigureWorld world={worldOf(state)} paused={paused} rate={rate} timeScale={timeScale}>
              {within}
            </FigureWorld>
          )}
        </Boundary>
      </Canvas>
    </StrictMode>
  )
}

startScene(
  (state) => <Stage {...state} />,
  (id) => {
    const figure = scene?.getObjectByName(id)
    return figure ? { x: figure.position.x, scale: figure.scale.x } : null
  },
)
