/**
 * Records live input. Samples from WebXR hands, or any other source, become a recording that `osteon/recordings` plays
 * and `osteon/formats/mrtk` writes. It also converts spaces and names of joints between WebXR and recordings.
 *
 * @module osteon/recorder
 */
export { HAND_JOINTS, HAND_SIDES, type HandJointName } from '../../../formats/mrtk/model/recording'
export { mirrorPose, mirrorRay, mirrorRecording } from '../../../formats/mrtk/model/space'
export { jointOfWebxr, readXrHand, WEBXR_JOINTS, webxrJoint, type XrPose } from './joints'
export {
  createRecorder,
  finishRecording,
  type Recorder,
  type RecorderFrame,
  type RecorderHand,
  type RecorderOptions,
  type RecorderTolerance,
  recordFrame,
  recordMarker,
} from './record'
export { keptFrames, type ReducedKind, type ReductionOptions } from './reduce'
