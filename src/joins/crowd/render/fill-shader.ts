/** The shader that fills instances on the GPU, in GLSL ES 3.00: a vertex is a figure, and its outputs are an instance. */
import { FILL_HEAD, TEXTURE_WIDTH } from '../../../render/columns'
import { COPY, FLIP_X, FLIP_Y } from '../layout'
import { CLIP_TEXELS } from './texels'

/** Outputs, in the order of an instance's words. */
export const INSTANCE_OUTPUTS = ['matrix', 'place', 'base', 'shares', 'tint']

/**
 * Does what `fillInstances` does, from `columns` (those of SENT) and the clips in `tables`. `row` is that of a figure's
 * columns. Seconds were rounded down, so frames are the same.
 */
export const FILL_SHADER = `${FILL_HEAD}
uniform highp sampler2D tables;
uniform int clips;
out vec4 matrix;
out vec4 place;
out float base;
flat out uvec2 shares;
flat out uint tint;

float number(int texel) {
  uvec4 bytes = uvec4(texelFetch(tables, ivec2(texel % ${TEXTURE_WIDTH}, texel / ${TEXTURE_WIDTH}), 0) * 255.0 + 0.5);
  return uintBitsToFloat(bytes.x | bytes.y << 8 | bytes.z << 16 | bytes.w << 24);
}

/** The first texel of the frame that a clip shows at a second, and the share of the step to the next frame. */
vec2 frameAt(int clip, float second) {
  int first = int(number(clip));
  second = clamp(second, 0.0, number(clip + 2));
  int low = 0;
  int high = int(number(clip + 1));
  while (high - low > 1) {
    int middle = (low + high) / 2;
    if (number(first + 2 * middle) <= second) low = middle;
    else high = middle;
  }
  float share = (second - number(first + 2 * low)) * number(first + 2 * low + 1);
  return vec2(number(clip + 3) + float(low) * number(clip + 4), share);
}

uint word(float share) {
  return uint(share * 65535.0 + 0.5);
}

void main() {
  int at = int(row);
  int look = int(column(${COPY.look}, at));
  int clip = clips + ${CLIP_TEXELS} * (look >> 2);
  float wide = column(${COPY.scaleX}, at) * ((look & ${FLIP_X}) == 0 ? 1.0 : -1.0);
  float high = column(${COPY.scaleY}, at) * ((look & ${FLIP_Y}) == 0 ? 1.0 : -1.0);
  vec2 turn = turned(column(${COPY.rotation}, at));
  vec4 axes = vec4(turn.x * wide, -turn.y * high, turn.y * wide, turn.x * high);
  vec2 corner = vec2(number(clip + 6), number(clip + 7));
  vec2 size = vec2(number(clip + 8), number(clip + 9));
  vec2 frame = frameAt(clip, column(${COPY.second}, at));
  matrix = axes * size.xyxy;
  place.xy = vec2(dot(axes.xy, corner), dot(axes.zw, corner)) + vec2(column(${COPY.x}, at), column(${COPY.y}, at));
  place.zw = frame.xx;
  base = number(clip + 5);
  shares = uvec2(word(frame.y), 65535u | uint(number(clip + 4)) << 16);
  int fade = int(column(${COPY.fading}, at));
  if (fade != 0) {
    int from = clips + ${CLIP_TEXELS} * int(column(${COPY.fadeClip}, fade));
    vec2 other = frameAt(from, column(${COPY.fadeSecond}, fade));
    place.w = other.x;
    shares.x |= word(other.y) << 16;
    shares.y = word(column(${COPY.fadeMix}, fade)) | uint(number(clip + 4)) << 16;
  }
  tint = byte(column(${COPY.red}, at)) | byte(column(${COPY.green}, at)) << 8
    | byte(column(${COPY.blue}, at)) << 16 | byte(column(${COPY.alpha}, at)) << 24;
  gl_Position = vec4(0.0);
}`
