import type { Container } from 'pixi.js'

export function load(name: string): Promise<void>
export function make(rig: { name: string; animation: string; skin: string | null }, pace: number): Container
export function tick(figures: readonly Container[], seconds: number): void
