/** Notes what workers answer. */
const RealWorker = window.Worker

/** Kinds of answers of all workers that were started since. */
export const answers: string[] = []

window.Worker = class extends RealWorker {
  constructor(...args: ConstructorParameters<typeof Worker>) {
    super(...args)
    this.addEventListener('message', ({ data }) => answers.push(data.kind))
  }
}
