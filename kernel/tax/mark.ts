/** The unique number (MARK) that the tax office gives an issued document. */
import { z } from 'zod'

const MARK = /^[1-9]\d{14}$/

export const zMark = z.string().regex(MARK)

/** Reports whether a text is a MARK: 15 digits, the first of which is not zero. */
export const isMark = (text: string): boolean => MARK.test(text)
