/** What the fuzz test of recordings judges. Only an OsteonError may leave `runRecording`. */
import { readMrtk, writeMrtk } from '../../src/formats/mrtk'
import { CURVES } from '../../src/model/recording'
import { evaluateCurve } from '../../src/model/recording-curve'

/** Throws OsteonError for bytes that are refused; any other error is a defect. */
export function runRecording(bytes: Uint8Array, layout: 'auto' | 'simple' | 'full', repair: boolean): void {
  const model = readMrtk(bytes, { source: 'fuzz.bin', layout, repairRotations: repair })
  const { start, times, values, duration } = model
  if (start[CURVES] * 8 > bytes.length && !repair) throw new Error('more keys than the file has room for')
  if (!Number.isFinite(duration) || duration < 0) throw new Error(`a duration of ${duration}`)
  for (let curve = 0; curve < CURVES; curve++) {
    let last = Number.NEGATIVE_INFINITY
    for (let key = start[curve]; key < start[curve + 1]; key++) {
      if (!Number.isFinite(times[key]) || times[key] < last)
        throw new Error(`curve ${curve}: time ${times[key]}`)
      last = times[key]
    }
    const finite = values.subarray(start[curve], start[curve + 1]).every(Number.isFinite)
    const bent = model.bends !== null && curve % 37 !== 0
    for (const time of bent ? [0.3] : [-1, 0, 0.3, duration, duration * 3]) {
      const value = evaluateCurve(model, curve, time)
      if (finite && Number.isNaN(value)) throw new Error(`curve ${curve} is no number at ${time}`)
    }
  }
  const again = writeMrtk(model)
  const same = writeMrtk(readMrtk(again, { source: 'again.bin', layout: model.layout }))
  if (Buffer.compare(again, same) !== 0) throw new Error('what was written is read as something else')
}
