/** Notes what workers answer. */
const RealWorker = window.Worker

/** Kinds of answers of all workers that were started since. */
export const answers: string[] = []
/** Tasks that await an answer. */
let open = 0

window.Worker = class extends RealWorker {
  constructor(...args: ConstructorParameters<typeof Worker>) {
    super(...args)
    this.addEventListener('message', ({ data }) => {
      answers.push(data.kind)
      if (data.kind !== 'ready') open--
    })
  }

  override postMessage(task: unknown, transfer?: Transferable[] | StructuredSerializeOptions): void {
    open++
    super.postMessage(task, transfer as Transferable[])
  }
}

/** Waits for the answers of all tasks, also of those whose load has failed for another reason before. */
export async function allAnswered(): Promise<void> {
  while (open > 0) await new Promise((next) => setTimeout(next))
}
