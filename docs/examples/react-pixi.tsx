/** PixiJS figures as React elements. They come, go and dress as the page's state says. */
import { Application, extend } from '@pixi/react'
import { createAssets } from 'osteon'
import { spineJson } from 'osteon/formats/spine-json'
import { Figure, FigureWorld, useRig } from 'osteon/react/pixi'
import { Container } from 'pixi.js'
import { Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { artwork } from './artwork'
import { useChoice } from './react-menu'

extend({ Container })

const pages = { 'lamplighter.png': artwork('lamplighter.png') }
const options = { assets: createAssets(), readers: [spineJson], pages }

/** A fox that plays another animation when `animation` changes. */
function Fox({ animation, skin, x }: { animation: string; skin: readonly string[]; x: number }) {
  const rig = useRig(artwork('lamplighter.json'), artwork('lamplighter.atlas'), options)
  return <Figure rig={rig} play={animation} mix={0.2} skin={skin} x={x} y={330} scale={0.36} />
}

function Page() {
  const { menu, animation, skin, count } = useChoice()
  const foxes = Array.from({ length: count }, (_, i) => i)
  return (
    <>
      <Application preference="webgl" background="#304058" antialias resizeTo={window}>
        <FigureWorld>
          <Suspense fallback={null}>
            <pixiContainer>
              {foxes.map((fox) => (
                <Fox key={fox} animation={animation} skin={skin} x={80 + 150 * fox} />
              ))}
            </pixiContainer>
          </Suspense>
        </FigureWorld>
      </Application>
      {menu}
    </>
  )
}

const main = document.querySelector('main')
if (!main) throw new Error('the page has no place for React')
createRoot(main).render(<Page />)
