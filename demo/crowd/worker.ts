/** Runs the scene in a worker, on the page's canvas, so that the page's own thread stays free. */
import type { Command, News, Start } from './messages'
import { startScene } from './scene'

const tell = (news: News): void => postMessage(news)

/** Commands wait for this promise. */
let scene: Promise<(command: Command) => void> | null = null

addEventListener('message', ({ data }: MessageEvent<Start | Command>) => {
  if (data.type === 'start') {
    scene = startScene(data.canvas, data.options, tell)
    scene.catch((error: unknown) =>
      tell({ type: 'failed', message: error instanceof Error ? error.message : String(error) }),
    )
  } else scene?.then((obey) => obey(data)).catch(() => {})
})
