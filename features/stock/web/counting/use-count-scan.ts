/** Scans products into a count. Each scan is answered in words, with a sound. */
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { barcodeKey } from '#kernel/barcode.ts'
import { lookAlikeKey } from '#kernel/fold.ts'
import { addQuantity, ONE_UNIT, type Quantity, ZERO_QUANTITY } from '#kernel/money.ts'
import { problemText } from '#web/ui/problems.ts'
import { useScanMessage } from '#web/ui/scan/ScanNotice.tsx'
import { useHandScanner } from '#web/ui/scan/use-hand-scanner.ts'
import type { KeptProduct } from '../../domain/counting/contract.ts'
import type { LineWay } from '../../domain/counting/count.ts'
import type { Counting, LinePlace } from './use-count.ts'

/** Reports whether one of the scanned codes is the barcode or the SKU of a product. */
const hasCode = ({ barcode, sku }: KeptProduct, codes: readonly string[]): boolean =>
  codes.some(
    (code) =>
      (barcode !== '' && barcodeKey(code) === barcodeKey(barcode)) ||
      (sku !== '' && lookAlikeKey(code) === lookAlikeKey(sku)),
  )

/**
 * What the page shows in hand: a product with its line, one that was counted before, or an unknown code. `isTyped` is true if the person
 * types how many there are, and false if a scan has counted one.
 */
type InHand =
  | ({ readonly kind: 'line'; readonly isTyped: boolean } & LinePlace)
  | { readonly kind: 'twice'; readonly product: KeptProduct; readonly figure: Quantity | null }
  | { readonly kind: 'unknown'; readonly code: string }

/**
 * Returns what is in hand, and the functions that change it. In one piece, because a scan, a press and an answer change the same
 * thing in hand.
 */
export function useCountScan({ products, entered: lines, goods, enter }: Counting) {
  const { t } = useTranslation('stock')
  const { word, show, clear } = useScanMessage()
  const [hand, setHand] = useState<InHand | null>(null)
  const [shelf, setShelf] = useState<string | null>(null)
  const counted = hand?.kind === 'line' ? (lines.find(({ id }) => id === hand.line)?.quantity ?? null) : null

  const put = async (place: LinePlace, figure: Quantity | null): Promise<void> => {
    const no = await enter(place, figure)
    if (no) show({ text: problemText(no), sound: 'wrong' })
  }
  const putScanned = (place: LinePlace, figure: Quantity): void => {
    show({ text: t('count.scanned', { name: place.product.name, counted: figure }), sound: 'fits' })
    void put(place, figure)
  }

  /** Takes a product in hand with a new line. A scan counts one piece of it at once. */
  const begin = (product: KeptProduct, way: LineWay, figure: Quantity | null): void => {
    const place = { product, way, line: crypto.randomUUID() }
    setHand({ kind: 'line', isTyped: figure === null, ...place })
    if (figure !== null) putScanned(place, figure)
  }

  /** Reports whether somebody asked to count a product again. A line from before cannot answer that. */
  const isAskedAgain = ({ id }: KeptProduct): boolean =>
    lines.some(({ productId, recountAt }) => productId === id && recountAt !== null)

  /**
   * Takes a product in hand; `figure` is what a scan counts of it, or null. One that is to be counted again begins anew, also if it is
   * in hand. One that was counted before is asked about.
   */
  const take = (product: KeptProduct, figure: Quantity | null): void => {
    const before = lines.filter(({ productId }) => productId === product.id)
    if (isAskedAgain(product)) begin(product, 'REPLACE', figure)
    else if (hand?.kind === 'line' && hand.product.id === product.id) {
      if (figure !== null) putScanned(hand, addQuantity(counted ?? ZERO_QUANTITY, figure))
    } else if (before.length === 0) begin(product, 'FIRST', figure)
    else {
      setHand({ kind: 'twice', product, figure })
      if (figure !== null) show({ text: t('count.again', { name: product.name }), sound: 'wrong' })
    }
  }

  const receive = (codes: readonly string[]): void => {
    clear()
    const all = [...products.values()]
    const product = all.find((one) => hasCode(one, codes))
    if (product) return take(product, ONE_UNIT)
    const place = codes.find((code) => code !== '' && all.some((one) => one.shelf === code))
    if (place !== undefined) {
      setShelf(place)
      return show({ text: t('count.shelf-scanned', { shelf: place }), sound: 'fits' })
    }
    const [code = ''] = codes
    setHand({ kind: 'unknown', code })
    show({ text: t('count.unknown', { code }), sound: 'wrong' })
  }
  // A scan before the products are read waits for them.
  const [early, setEarly] = useState<readonly (readonly string[])[]>([])
  const isReady = goods.data !== undefined
  const scan = (codes: readonly string[]) => (isReady ? receive(codes) : setEarly((before) => [...before, codes]))
  useHandScanner(scan)
  const receiveEarly = useEffectEvent(() => {
    const [codes, ...others] = early
    if (codes === undefined) return
    setEarly(others)
    receive(codes)
  })
  useEffect(() => {
    if (isReady) receiveEarly()
  }, [isReady, early])

  return {
    word,
    clear,
    hand,
    counted,
    shelf,
    receive: (code: string) => scan([code]),
    take,
    begin,
    setCounted: (figure: Quantity) => {
      if (hand?.kind !== 'line') return
      if (isAskedAgain(hand.product)) begin(hand.product, 'REPLACE', figure)
      else void put(hand, figure)
    },
    remove: () => {
      if (hand?.kind === 'line') void put(hand, null)
      setHand(null)
    },
    skip: () => {
      setHand(null)
      clear()
    },
  }
}
export type CountScan = ReturnType<typeof useCountScan>
