/** Three.js figures as React elements. They come, go and dress as the page's state says. */
import { Canvas, extend, useFrame } from '@react-three/fiber'
import { createWorld } from 'bitecs'
import { installAnimation } from 'osteon'
import { spineJson } from 'osteon/formats/spine-json'
import { Figure, FigureLoader, updateFigures } from 'osteon/three'
import { useEffect, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { LoadingManager } from 'three'
import { artwork } from './artwork'
import { useChoice } from './react-menu'

const FigureElement = extend(Figure)

const world = installAnimation(createWorld())
const manager = new LoadingManager().setURLModifier(artwork)
const rig = await new FigureLoader([spineJson], manager).loadAsync('lamplighter.json')

/** Ticks the world with the surrounding canvas. */
function Ticker() {
  useFrame((_, seconds) => updateFigures(world, Math.min(0.1, seconds)))
  return null
}

/** Arguments of the figures. It is the same list each time, or React would create them again. */
const OF_RIG: ConstructorParameters<typeof Figure> = [{ world, rig }]

/** A fox that plays another animation when `animation` changes. */
function Fox({ animation, skin, x }: { animation: string; skin: readonly string[]; x: number }) {
  const figure = useRef<Figure>(null)
  useEffect(() => void figure.current?.play(animation, { loop: true, mix: 0.2 }), [animation])
  return <FigureElement ref={figure} args={OF_RIG} skin={skin} position={[x, -2.4, 0]} scale={0.01} />
}

function Page() {
  const { menu, animation, skin, count } = useChoice()
  const foxes = Array.from({ length: count }, (_, i) => i)
  return (
    <>
      <Canvas camera={{ position: [0, 0, 9], fov: 50 }} flat>
        <color attach="background" args={['#304058']} />
        <Ticker />
        {foxes.map((fox) => (
          <Fox key={fox} animation={animation} skin={skin} x={-3.5 + 3.5 * fox} />
        ))}
      </Canvas>
      {menu}
    </>
  )
}

const main = document.querySelector('main')
if (!main) throw new Error('the page has no place for React')
createRoot(main).render(<Page />)
