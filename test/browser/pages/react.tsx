/** A page of figures in React, for tests: each shows `Stage` in the state that it asks for. */
import { createAssets } from 'osteon'
import { spineJson } from 'osteon/formats/spine-json'
import { Figure, type FigureProps, useFigure, useRig } from 'osteon/react'
import { Component, lazy, type ReactNode, StrictMode, Suspense, version } from 'react'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { elementPage } from './element'

declare global {
  interface Window {
    reactPage?: typeof reactPage
  }
}

/** What callbacks of figures were told, by the figure's id. */
const told: string[] = []

function Told(props: FigureProps) {
  return (
    <Figure
      onLoad={({ rig }) => told.push(`${props.id} load ${rig.name}`)}
      onError={({ code }) => told.push(`${props.id} error ${code}`)}
      onComplete={({ animation }) => told.push(`${props.id} complete ${animation}`)}
      onEvent={({ name }) => told.push(`${props.id} event ${name}`)}
      {...props}
    />
  )
}

/** Shows what `useFigure` says of its figure. */
function Watched(props: FigureProps) {
  const { ref, element, figure } = useFigure()
  return (
    <>
      <Figure ref={ref} {...props} />
      <output>{figure ? figure.rig.name : 'none'}</output>
      <button type="button" onClick={() => element?.play('run', { mix: 0.1 })}>
        run
      </button>
    </>
  )
}

const assets = createAssets()
const OPTIONS = { assets, readers: [spineJson] }

/** Lists animations of a rig. */
function Animations({ of }: { of: string }) {
  const rig = useRig(`/cast/${of}.json`, `/cast/${of}.atlas`, OPTIONS)
  return <li>{rig.animations.map(({ name }) => name).join(' ')}</li>
}

/** Shows the code of an error of what is below. */
class Boundary extends Component<{ children: ReactNode }, { code: string }> {
  override state = { code: '' }
  static getDerivedStateFromError(error: unknown) {
    return { code: String(Object(error).code) }
  }
  override render() {
    return this.state.code ? <em>{this.state.code}</em> : this.props.children
  }
}

const Lazy = lazy(() => import('osteon/react').then((module) => ({ default: module.Figure })))

/** What a page shows: figures, and lists of the animations of rigs. */
export interface Scene {
  figures?: readonly FigureProps[]
  watched?: FigureProps
  lists?: readonly string[]
  lazy?: FigureProps
}

function Stage({ figures = [], watched, lists = [], lazy: late }: Scene) {
  return (
    <StrictMode>
      {figures.map((props) => (
        <Told key={props.id} {...props} />
      ))}
      {watched && <Watched {...watched} />}
      <Boundary>
        <Suspense fallback={<i>loading</i>}>
          {lists.map((of, i) => (
            <Animations key={String(i)} of={of} />
          ))}
          {late && <Lazy {...late} />}
        </Suspense>
      </Boundary>
    </StrictMode>
  )
}

const main = document.querySelector('main') as HTMLElement
let root: Root | null = null

const reactPage = {
  ...elementPage,
  version,
  told,
  show(scene: Scene): void {
    root ??= createRoot(main)
    root.render(<Stage {...scene} />)
  },
  hydrate(scene: Scene): void {
    root = hydrateRoot(main, <Stage {...scene} />)
  },
  toHtml: (scene: Scene): string => renderToString(<Stage {...scene} />),
  end(): void {
    root?.unmount()
    root = null
  },
  heldRigs: (): number => assets.rigs.length,
}
window.reactPage = reactPage
