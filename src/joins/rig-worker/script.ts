/** The script of the workers that `rigWorker` starts. */
import { spineBinary } from '../../formats/spine-binary'
import { spineJson } from '../../formats/spine-json'
import { serveRigs } from './serve'

serveRigs([spineJson, spineBinary])
