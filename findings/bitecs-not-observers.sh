#!/usr/bin/env bash
# npm package bitecs@0.4.0.
#
# onAdd(P, Not(Q)) and onRemove(P, Not(Q)) are observed. An entity gets P, gets Q, loses Q, and is removed. After the third step the
# query [P, Not(Q)] lists it again. One would expect: in, out, in, out.
#
# Seen:   add P: in; add Q: out; remove Q: -, listed 1; remove the entity: out
# So onAdd is silent where an entity matches again because a component went, and counters that follow both go below zero.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --no-audit --no-fund --loglevel error bitecs@0.4.0 > /dev/null
cat > show.mjs <<'JS'
import { addComponent, addEntity, createWorld, Not, observe, onAdd, onRemove, query, removeComponent, removeEntity } from 'bitecs'

const [P, Q] = [{}, {}]
const world = createWorld()
let told = []
observe(world, onAdd(P, Not(Q)), () => told.push('in'))
observe(world, onRemove(P, Not(Q)), () => told.push('out'))
const after = () => {
  const all = told.join(' ') || '-'
  told = []
  return all
}
const entity = addEntity(world)
addComponent(world, entity, P)
const steps = [`add P: ${after()}`]
addComponent(world, entity, Q)
steps.push(`add Q: ${after()}`)
removeComponent(world, entity, Q)
steps.push(`remove Q: ${after()}, listed ${query(world, [P, Not(Q)]).length}`)
removeEntity(world, entity)
steps.push(`remove the entity: ${after()}`)
console.log(steps.join('; '))
JS
seen=$(node show.mjs)
echo "$seen"
[ "$seen" = 'add P: in; add Q: out; remove Q: -, listed 1; remove the entity: out' ]
