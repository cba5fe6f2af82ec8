/**
 * Plays recorded input in a world: hands, gaze and head are entities, in the same ticks and with the same events and save
 * states as skeletons. Readers are in `osteon/formats/…`.
 *
 * @module osteon/recordings
 */
export type {
  Camera3Columns,
  GazeColumns,
  HandColumns,
  HandJointColumns,
  Pose3Columns,
  RecordingComponents,
  RecordingPlayerColumns,
  RecordingWorld,
} from '../../components/recorded'
export { recordings } from '../../systems/recordings'
export {
  HAND_JOINTS,
  HAND_SIDES,
  type HandJointName,
  type KeyBends,
  type KeyLayout,
  type Recording,
  type RecordingMarker,
  type RecordingModel,
  type RecordingReader,
  type RecordingReadOptions,
} from '../model/recording'
export { type CompileRecordingOptions, compileRecording } from '../recordings/compile'
export { installRecordings, type RecordingOptions } from '../recordings/install'
export { type LoadRecordingOptions, loadRecording } from '../recordings/load'
export {
  type PlayRecordingOptions,
  playRecording,
  type RecordedHand,
  type RecordingEntities,
  recordingEntities,
  registerRecording,
  seekRecording,
  stopRecording,
} from '../recordings/play'
export { EVENT_SOURCE, RECORDING_EVENT_KIND, type RecordingEventKindName } from '../world/events'
