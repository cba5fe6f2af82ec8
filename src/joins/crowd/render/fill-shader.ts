/** The shader that fills instances on the GPU, in GLSL ES 3.00: a vertex is a figure, and its outputs are an instance. */
import { COPY, FLIP_X, FLIP_Y } from '../layout'
import { CLIP_TEXELS, TEXTURE_WIDTH } from './texels'

/** Outputs, in the order of an instance's words. */
export const INSTANCE_OUTPUTS = ['matrix', 'place', 'base', 'shares', 'tint']

/**
 * Does what `fillInstances` does, from `columns` (those of SENT, one above the other, `height` rows of texels each) and
 * the clips in `tables`. `figure` is the row of a figure's columns. Seconds were rounded down, so frames are the same.
 */
export const FILL_SHADER = `#version 300 es
precision highp float;
precision highp int;
in uint figure;
uniform highp sampler2D columns;
uniform highp sampler2D tables;
uniform int height;
uniform int clips;
out vec4 matrix;
out vec4 place;
out float base;
flat out uvec2 shares;
flat out uint tint;

float column(int number, int row) {
  return texelFetch(columns, ivec2(row % ${TEXTURE_WIDTH}, number * height + row / ${TEXTURE_WIDTH}), 0).x;
}

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

/** Cosine and sine, as exact as floats are; GPUs promise little for theirs. */
vec2 turned(float angle) {
  float quarters = floor(angle * 0.6366197723675814 + 0.5);
  float r = ((angle - quarters * 1.5703125) - quarters * 4.837512969970703e-4) - quarters * 7.54978995489e-8;
  float q = r * r;
  float s = r + r * q * (-1.0 / 6.0 + q * (1.0 / 120.0 - q * (1.0 / 5040.0 - q / 362880.0)));
  float c = 1.0 + q * (-0.5 + q * (1.0 / 24.0 - q * (1.0 / 720.0 - q / 40320.0)));
  int quadrant = int(quarters) & 3;
  vec2 turn = (quadrant & 1) == 0 ? vec2(c, s) : vec2(-s, c);
  return quadrant < 2 ? turn : -turn;
}

uint word(float share) {
  return uint(share * 65535.0 + 0.5);
}

uint byte(float channel) {
  return channel > 0.0 ? uint(min(channel, 1.0) * 255.0 + 0.5) : 0u;
}

void main() {
  int row = int(figure);
  int look = int(column(${COPY.look}, row));
  int clip = clips + ${CLIP_TEXELS} * (look >> 2);
  float wide = column(${COPY.scaleX}, row) * ((look & ${FLIP_X}) == 0 ? 1.0 : -1.0);
  float high = column(${COPY.scaleY}, row) * ((look & ${FLIP_Y}) == 0 ? 1.0 : -1.0);
  vec2 turn = turned(column(${COPY.rotation}, row));
  vec4 axes = vec4(turn.x * wide, -turn.y * high, turn.y * wide, turn.x * high);
  vec2 corner = vec2(number(clip + 6), number(clip + 7));
  vec2 size = vec2(number(clip + 8), number(clip + 9));
  vec2 frame = frameAt(clip, column(${COPY.second}, row));
  matrix = axes * size.xyxy;
  place.xy = vec2(dot(axes.xy, corner), dot(axes.zw, corner)) + vec2(column(${COPY.x}, row), column(${COPY.y}, row));
  place.zw = frame.xx;
  base = number(clip + 5);
  shares = uvec2(word(frame.y), 65535u | uint(number(clip + 4)) << 16);
  int fade = int(column(${COPY.fading}, row));
  if (fade != 0) {
    int from = clips + ${CLIP_TEXELS} * int(column(${COPY.fadeClip}, fade));
    vec2 other = frameAt(from, column(${COPY.fadeSecond}, fade));
    place.w = other.x;
    shares.x |= word(other.y) << 16;
    shares.y = word(column(${COPY.fadeMix}, fade)) | uint(number(clip + 4)) << 16;
  }
  tint = byte(column(${COPY.red}, row)) | byte(column(${COPY.green}, row)) << 8
    | byte(column(${COPY.blue}, row)) << 16 | byte(column(${COPY.alpha}, row)) << 24;
  gl_Position = vec4(0.0);
}`

/** Nothing is drawn. */
export const NO_FRAGMENTS = `#version 300 es
precision highp float;
void main() {}`
