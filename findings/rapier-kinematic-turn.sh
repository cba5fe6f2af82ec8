#!/usr/bin/env bash
# npm package @dimforge/rapier2d-compat@0.21.0.
#
# A velocity-based kinematic wheel is set to turn 1, 3 or 5 times a second (`setAngvel`), and the world takes 60 steps of 1/60 s.
# One would expect it at 0 degrees again, but for rounding, or an `angvel` (here in turns a second) that says how fast it really turned.
#
# Seen:   1 a second: -0.08 degrees, angvel 1.00; 3 a second: -2.21 degrees, angvel 3.00; 5 a second: -10.18 degrees, angvel 5.00
# So a wheel turns less than its speed says, the more the faster it is: at 5 turns a second it loses 10 degrees each second.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --no-audit --no-fund --loglevel error @dimforge/rapier2d-compat@0.21.0 > /dev/null
cat > show.mjs <<'JS'
import rapier from '@dimforge/rapier2d-compat'

await rapier.init()
const afterOneSecond = (turns) => {
  const world = new rapier.World({ x: 0, y: 0 })
  world.timestep = 1 / 60
  const wheel = world.createRigidBody(rapier.RigidBodyDesc.kinematicVelocityBased().setAngvel(turns * 2 * Math.PI))
  world.createCollider(rapier.ColliderDesc.ball(0.5), wheel)
  for (let i = 0; i < 60; i++) world.step()
  const degrees = (wheel.rotation() * 180) / Math.PI
  return `${turns} a second: ${degrees.toFixed(2)} degrees, angvel ${(wheel.angvel() / (2 * Math.PI)).toFixed(2)}`
}
console.log([1, 3, 5].map(afterOneSecond).join('; '))
JS
seen=$(node show.mjs)
echo "$seen"
[ "$seen" = '1 a second: -0.08 degrees, angvel 1.00; 3 a second: -2.21 degrees, angvel 3.00; 5 a second: -10.18 degrees, angvel 5.00' ]
