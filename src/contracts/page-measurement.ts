import { z } from 'zod'
import { HexColor } from './page.ts'

/** Place of an element among all elements of the page's source, as the shown page marks it. */
const element = z.int().min(0).max(100_000)
const px = z.number().min(0).max(1_000_000)

/** One thing a browser measured that is not fit for a phone; sizes in CSS pixels. */
export const MeasuredFault = z.discriminatedUnion('rule', [
  z.strictObject({ rule: z.literal('touch_target'), element, width: px, height: px, is_inline: z.boolean() }),
  z.strictObject({ rule: z.literal('font_size'), element, size: px }),
  /** Height of a line by the size of its letters. */
  z.strictObject({ rule: z.literal('line_height'), element, ratio: px }),
  z.strictObject({
    rule: z.literal('contrast'),
    element,
    /** As it is seen, transparency counted. */
    color: HexColor,
    /** What the text is seen on: one colour, or each of a gradient. */
    backgrounds: z.array(HexColor).min(1).max(12),
    /** The contrast that a text of this size needs. */
    least: z.number().min(1).max(21),
  }),
  z.strictObject({ rule: z.literal('horizontal_scroll'), element }),
  /** How wide the content spreads. */
  z.strictObject({ rule: z.literal('container_width'), element, width: px }),
  z.strictObject({ rule: z.literal('scrollbar'), element }),
])
export type MeasuredFault = z.infer<typeof MeasuredFault>

/** What a browser measured of a page in a window of this width; phones are up to 430 px wide. */
export const WindowMeasurement = z.strictObject({ width: px, faults: z.array(MeasuredFault).max(300) })
export type WindowMeasurement = z.infer<typeof WindowMeasurement>

/** What browsers measured of one version of a page; of another version it says nothing. */
export const PageMeasurement = z.strictObject({
  version: z.int().min(1).max(1_000_000),
  windows: z.array(WindowMeasurement).max(6),
})
export type PageMeasurement = z.infer<typeof PageMeasurement>
