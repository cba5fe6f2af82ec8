/** PixiJS figures as React elements. They come, go and dress as the page's state says. */
import { Application, extend, type PixiReactElementProps, useApplication } from '@pixi/react'
import { createWorld } from 'bitecs'
import { installAnimation } from 'osteon'
import { Figure, osteonTicker } from 'osteon/pixi'
import { Container } from 'pixi.js'
import { useEffect, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { loadCharacter } from './pixi-load'
import { useChoice } from './react-menu'

extend({ Container, Figure })

declare module '@pixi/react' {
  interface PixiElements {
    pixiFigure: PixiReactElementProps<typeof Figure>
  }
}

const world = installAnimation(createWorld())
const rig = await loadCharacter('lamplighter')

/** Ticks the world with the surrounding application. */
function Ticker() {
  const { app, isInitialised } = useApplication()
  useEffect(() => {
    if (!isInitialised) return
    const ticker = osteonTicker(app, world)
    return () => ticker.destroy()
  }, [app, isInitialised])
  return null
}

/** A fox that plays another animation when `animation` changes. */
function Fox({ animation, skin, x }: { animation: string; skin: readonly string[]; x: number }) {
  const figure = useRef<Figure>(null)
  useEffect(() => void figure.current?.play(animation, { loop: true, mix: 0.2 }), [animation])
  return <pixiFigure ref={figure} world={world} rig={rig} skin={skin} x={x} y={330} scale={0.36} />
}

function Page() {
  const { menu, animation, skin, count } = useChoice()
  const foxes = Array.from({ length: count }, (_, i) => i)
  return (
    <>
      <Application preference="webgl" background="#304058" antialias resizeTo={window}>
        <Ticker />
        <pixiContainer>
          {foxes.map((fox) => (
            <Fox key={fox} animation={animation} skin={skin} x={80 + 150 * fox} />
          ))}
        </pixiContainer>
      </Application>
      {menu}
    </>
  )
}

const main = document.querySelector('main')
if (!main) throw new Error('the page has no place for React')
createRoot(main).render(<Page />)
