/**
 * Plays recorded input in a world: hands, gaze and head are entities that share ticks, events and saved states with
 * skeletons. Readers are in `osteon/formats/…`.
 *
 * @module osteon/recordings
 */

export {
  HAND_JOINTS,
  HAND_SIDES,
  type HandJointName,
  type KeyBends,
  type KeyLayout,
  type Recording,
  type RecordingLimits,
  type RecordingMarker,
  type RecordingModel,
  type RecordingReader,
  type RecordingReadOptions,
} from '../../formats/mrtk/model/recording'
export { type CompileRecordingOptions, compileRecording } from './compile'
export type {
  Camera3Columns,
  GazeColumns,
  HandColumns,
  HandJointColumns,
  Pose3Columns,
  RecordingComponents,
  RecordingPlayerColumns,
  RecordingWorld,
} from './components'
export {
  EVENT_SOURCE,
  type MarkerEvent,
  RECORDING_EVENT_KIND,
  type RecordingEvent,
  type RecordingEventKindName,
} from './events'
export { recordings } from './install'
export { type LoadRecordingOptions, loadRecording } from './load'
export {
  type PlayRecordingOptions,
  playRecording,
  type RecordedHand,
  type RecordingEntities,
  recordingEntities,
  registerRecording,
  seekRecording,
  stopRecording,
} from './play'
export { recordingSampling } from './sampling'
