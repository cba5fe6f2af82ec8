/** What the page says of recordings: facts, the shown tick, its calls, and differences. */
import type { Divergence, Replay } from 'osteon/replay'
import { element, make } from '../../dom'
import type { Recording } from './recordings'
import { type Screen, skeletonsIn } from './screen'
import { type Survey, type Surveys, shared, textOf } from './survey'

export interface Report {
  /** Says what recordings are on the stage. */
  begin(recordings: readonly Recording[], replay: Replay): void
  /** Says what is known, and what the shown tick did. @param which of two recordings is shown, 0 or 1. */
  show(surveys: Surveys, which: number, tick: number, screen: Screen): void
}

/** Most calls in the list. */
const MOST_LINES = 24

export function createReport(): Report {
  const scrub = element('replay-scrub', HTMLInputElement)
  return {
    begin(recordings, { end, first, recordedBy }) {
      scrub.min = String(first)
      scrub.max = String(Math.max(first, end - 1))
      const [{ bytes, needs }] = recordings
      writeFacts('replay-facts', {
        Ticks: `${first} to ${end - 1}`,
        Size: `${Math.ceil(bytes / 1000)} kB`,
        Rigs: needs.rigs.join(', ') || 'none',
        ...(needs.extensions.length > 0 && { Extensions: needs.extensions.join(', ') }),
        'Recorded by': `osteon ${recordedBy}`,
      })
    },
    show(surveys, which, tick, screen) {
      const survey = (which === 1 && surveys.other) || surveys.one
      scrub.value = String(tick)
      scrub.ariaValueText = `tick ${tick}, ${timeOf(surveys.one, tick)}`
      write('replay-time', `${tick}  ${timeOf(surveys.one, tick)}`)
      write('replay-summary', summaryOf(surveys))
      showTickFacts(surveys, survey, tick, screen)
      showCalls(survey, tick)
      showDifference(surveys)
    },
  }
}

function write(id: string, text: string): void {
  const output = element(id, HTMLOutputElement)
  if (output.textContent !== text) output.textContent = text
}

function writeFacts(id: string, facts: Readonly<Record<string, string>>): void {
  const rows = Object.entries(facts).flatMap(([name, value]) => [make('dt', {}, name), make('dd', {}, value)])
  element(id, HTMLDListElement).replaceChildren(...rows)
}

/** Seconds from the recording's first tick to the end of this one. */
function timeOf({ done, first, seconds }: Survey, tick: number): string {
  const at = tick - first
  return at >= 0 && at < done ? `${seconds[at].toFixed(2)} s` : '… s'
}

const hex = (hash: number): string => hash.toString(16).padStart(8, '0')

function showTickFacts({ one, other }: Surveys, survey: Survey, tick: number, screen: Screen): void {
  const hashOf = ({ done, first, hashes }: Survey): string => {
    const at = tick - first
    return at >= 0 && at < done ? hex(hashes[at]) : '…'
  }
  const at = tick - survey.first
  const differs = survey.divergence !== null && survey.divergence.tick <= tick
  const here = at >= survey.done ? 'not played yet' : differs ? 'differs' : 'the same'
  writeFacts('replay-tick', {
    Tick: String(tick),
    Hash: hashOf(survey),
    'Played here': here,
    ...(other && { 'Hash of the other': hashOf(survey === other ? one : other) }),
    Skeletons: String(skeletonsIn(screen).length),
    'Calls before it': String(survey.counts[at] ?? 0),
  })
}

/** Lists the last calls up to this tick, the newest first. */
function showCalls({ calls }: Survey, tick: number): void {
  const list = element('replay-calls', HTMLOListElement)
  let after = calls.length
  while (after > 0 && calls[after - 1].tick > tick) after--
  const key = `${after} ${tick}`
  if (list.dataset.key === key) return
  list.dataset.key = key
  const lines = calls.slice(Math.max(0, after - MOST_LINES), after).reverse()
  const line = (call: (typeof calls)[number]) =>
    make('li', { className: call.tick === tick ? 'now' : '' }, `${call.tick} ${textOf(call)}`)
  list.replaceChildren(...(lines.length > 0 ? lines.map(line) : [make('li', {}, 'None so far.')]))
}

/** A sentence on one recording. */
function summaryOf({ one, other }: Surveys): string {
  const total = one.end - one.first
  if (one.divergence) return `It goes another way here: ${one.divergence.message}.`
  if (one.done < total) return `Playing it to the end: ${one.done} of ${total} ticks.`
  const counted = one.counts.reduce((sum, count) => sum + count, 0)
  const calls = counted === 1 ? '1 call' : `${counted} calls`
  const both = other ? 'Rows: calls of the first; hashes of the first, of the second; both compared. ' : ''
  return `${both}${total} ticks, ${timeOf(one, one.end - 1)}, ${calls}. All hashes are the same here.`
}

function showDifference({ compared, difference, one, other }: Surveys): void {
  const found: Divergence | null = difference ?? one.divergence ?? other?.divergence ?? null
  element('show-difference', HTMLButtonElement).hidden = found === null
  write('replay-difference', other ? comparisonOf(found, compared, shared(one, other)) : '')
}

function comparisonOf(found: Divergence | null, compared: boolean, [from, to]: [number, number]): string {
  if (from >= to) return 'They have no tick in common.'
  if (found) return `First difference: ${found.message}.`
  return compared ? `Ticks ${from} to ${to - 1} are the same.` : 'Comparing…'
}
