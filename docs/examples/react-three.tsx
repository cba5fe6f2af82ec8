/** Three.js figures as React elements. They come, go and dress as the page's state says. */
import { Canvas } from '@react-three/fiber'
import { createAssets } from 'osteon'
import { spineJson } from 'osteon/formats/spine-json'
import { Figure, FigureWorld, useRig } from 'osteon/react/three'
import { Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { artwork } from './artwork'
import { useChoice } from './react-menu'

const pages = { 'lamplighter.png': artwork('lamplighter.png') }
const options = { assets: createAssets(), readers: [spineJson], pages }

/** A fox that plays another animation when `animation` changes. */
function Fox({ animation, skin, x }: { animation: string; skin: readonly string[]; x: number }) {
  const rig = useRig(artwork('lamplighter.json'), artwork('lamplighter.atlas'), options)
  return <Figure rig={rig} play={animation} mix={0.2} skin={skin} position={[x, -2.4, 0]} scale={0.01} />
}

function Page() {
  const { menu, animation, skin, count } = useChoice()
  const foxes = Array.from({ length: count }, (_, i) => i)
  return (
    <>
      <Canvas camera={{ position: [0, 0, 9], fov: 50 }} flat>
        <color attach="background" args={['#304058']} />
        <FigureWorld>
          <Suspense fallback={null}>
            {foxes.map((fox) => (
              <Fox key={fox} animation={animation} skin={skin} x={-3.5 + 3.5 * fox} />
            ))}
          </Suspense>
        </FigureWorld>
      </Canvas>
      {menu}
    </>
  )
}

const main = document.querySelector('main')
if (!main) throw new Error('the page has no place for React')
createRoot(main).render(<Page />)
