/** The shaders that place and tint sprites on the GPU, in GLSL ES 3.00: a vertex is a sprite, its outputs are four vertices. */
import { FILL_HEAD, TEXTURE_WIDTH } from '../../../render/columns'
import { COPY, REGION, REGION_RECORD, SENT } from '../layout'

/** Outputs, in the order of positions: two vertices each. */
export const CORNER_OUTPUTS = ['left', 'right']

/** Does what `takePlaces` of the kernel does. Records of regions are below all columns. */
export const CORNER_SHADER = `${FILL_HEAD}
out vec4 left;
out vec4 right;

float number(int texel) {
  return texelFetch(columns, ivec2(texel % ${TEXTURE_WIDTH}, ${SENT} * height + texel / ${TEXTURE_WIDTH}), 0).x;
}

void main() {
  int at = int(row);
  int region = ${REGION_RECORD} * int(column(${COPY.region}, at));
  vec2 size = vec2(number(region + ${REGION.WIDTH}), number(region + ${REGION.HEIGHT}));
  vec2 centre = vec2(column(${COPY.pivotX}, at), column(${COPY.pivotY}, at)) * size;
  vec2 low = vec2(number(region + ${REGION.LEFT}), number(region + ${REGION.BOTTOM})) - centre;
  vec2 high = vec2(number(region + ${REGION.RIGHT}), number(region + ${REGION.TOP})) - centre;
  vec2 turn = turned(column(${COPY.rotation}, at));
  vec2 wide = turn * column(${COPY.scaleX}, at);
  vec2 tall = vec2(-turn.y, turn.x) * column(${COPY.scaleY}, at);
  vec4 place = vec2(column(${COPY.x}, at), column(${COPY.y}, at)).xyxy;
  left = vec4(wide * low.x + tall * low.y, wide * low.x + tall * high.y) + place;
  right = vec4(wide * high.x + tall * high.y, wide * high.x + tall * low.y) + place;
  gl_Position = vec4(0.0);
}`

export const TINT_OUTPUTS = ['words']

/** Does what `takeLooks` of the kernel does: the light colour of a sprite, or its dark one, for each of its vertices. */
export const TINT_SHADER = `${FILL_HEAD}
uniform bool isDark;
flat out uvec4 words;

void main() {
  int at = int(row);
  float alpha = column(${COPY.alpha}, at);
  bool isAdditive = column(${COPY.additive}, at) != 0.0;
  uint word = isDark == isAdditive ? byte(alpha) << 24 : 0u;
  if (!isDark)
    word |= byte(column(${COPY.red}, at) * alpha) | byte(column(${COPY.green}, at) * alpha) << 8
      | byte(column(${COPY.blue}, at) * alpha) << 16;
  words = uvec4(word);
  gl_Position = vec4(0.0);
}`
