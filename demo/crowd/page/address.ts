/** Reads the page's address: `?count=1000&seed=7&ticks=120&paused=1&worker=1&kernels=plain&threads=4`. */
import { MOST_SKELETONS, MOST_SPRITES } from '../crowd'
import type { SceneOptions } from '../messages'

export type AddressOptions = Omit<SceneOptions, 'width' | 'height' | 'ratio'> & {
  worker: boolean
  hud: boolean
}

/** Greatest number of threads that the page offers. */
export const MOST_THREADS = 16

/** Numbers out of range are limited; a value that is no number counts as absent. */
export function readAddress(search: string): AddressOptions {
  const given = new URLSearchParams(search)
  const number = (name: string, standard: number, least: number, most: number): number => {
    const value = given.get(name) ? Number(given.get(name)) : Number.NaN
    return Number.isFinite(value) ? Math.round(Math.max(least, Math.min(most, value))) : standard
  }
  const flag = (name: string, standard: boolean): boolean => {
    const value = given.get(name)
    return value === null ? standard : value !== '0' && value !== 'false'
  }
  const count = number('count', 300, 1, MOST_SKELETONS)
  return {
    count,
    sprites: number('sprites', Math.min(MOST_SPRITES, Math.max(1000, 4 * count)), 0, MOST_SPRITES),
    seed: number('seed', 1, -(2 ** 31), 2 ** 31 - 1),
    ticks: number('ticks', 0, 0, 100_000),
    paused: flag('paused', false),
    culling: flag('culling', true),
    slowing: flag('slowing', true),
    pipeline: flag('pipeline', false),
    tables: flag('tables', true),
    budget: flag('budget', false),
    painted: flag('painted', false),
    worker: flag('worker', false),
    kernels: given.get('kernels') === 'plain' ? 'plain' : 'wasm',
    threads: number('threads', 1, 1, MOST_THREADS),
    hud: flag('hud', true),
  }
}

/** The address with one parameter changed. */
export function withParameter(search: string, name: string, value: string): string {
  const parameters = new URLSearchParams(search)
  parameters.set(name, value)
  return `?${parameters}`
}

/** Converts a slider (0…1) to a number: each step is a factor. */
export function toAmount(slider: number, most: number): number {
  const value = most ** slider
  return value < 20 ? Math.round(value) : Number(value.toPrecision(2))
}

export const toSlider = (amount: number, most: number): number =>
  amount <= 1 ? 0 : Math.min(1, Math.log(amount) / Math.log(most))
