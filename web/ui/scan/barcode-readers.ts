/**
 * Reads the six kinds of codes of labels and products in a picture. The multi-format reader of the library would bring those of nine other
 * kinds, and a phone keeps this file.
 */
import BarcodeFormat from '@zxing/library/esm/core/BarcodeFormat'
import BinaryBitmap from '@zxing/library/esm/core/BinaryBitmap'
import DecodeHintType from '@zxing/library/esm/core/DecodeHintType'
import NotFoundException from '@zxing/library/esm/core/NotFoundException'
import RGBLuminanceSource from '@zxing/library/esm/core/RGBLuminanceSource'
import type Result from '@zxing/library/esm/core/Result'
import type BitArray from '@zxing/library/esm/core/common/BitArray'
import HybridBinarizer from '@zxing/library/esm/core/common/HybridBinarizer'
import Code128Reader from '@zxing/library/esm/core/oned/Code128Reader'
import Code39Reader from '@zxing/library/esm/core/oned/Code39Reader'
import MultiFormatUPCEANReader from '@zxing/library/esm/core/oned/MultiFormatUPCEANReader'
import OneDReader from '@zxing/library/esm/core/oned/OneDReader'
import QRCodeReader from '@zxing/library/esm/core/qrcode/QRCodeReader'

const { EAN_13, EAN_8, UPC_A } = BarcodeFormat
const hints = new Map<DecodeHintType, unknown>([[DecodeHintType.POSSIBLE_FORMATS, [EAN_13, EAN_8, UPC_A]]])

/** Reads a row of a picture as each kind of bars. */
class BarsReader extends OneDReader {
  private readonly readers = [new MultiFormatUPCEANReader(hints), new Code39Reader(), new Code128Reader()]

  override decodeRow(place: number, row: BitArray, given: Map<DecodeHintType, unknown>): Result {
    for (const reader of this.readers) {
      try {
        return reader.decodeRow(place, row, given)
      } catch {
        // the row has no bars of this kind
      }
    }
    throw new NotFoundException()
  }

  override reset(): void {
    for (const reader of this.readers) reader.reset()
  }
}

const bars = new BarsReader()
const squares = new QRCodeReader()

/** Returns the text of a code in a picture, given as the brightness of each pixel; null if it has none that can be read. */
export function readBarcode(light: Uint8ClampedArray, width: number, height: number): string | null {
  const seen = new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(light, width, height)))
  for (const read of [() => bars.decode(seen, hints), () => squares.decode(seen)]) {
    try {
      return read().getText()
    } catch {
      // the picture has no code of this kind
    } finally {
      bars.reset()
    }
  }
  return null
}
