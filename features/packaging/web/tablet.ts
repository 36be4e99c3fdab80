/** Settings that a packing tablet stores: the names of its packers, and its options. */
import { useLocalStorage } from '@mantine/hooks'

const PACKER = 'packer-name'
const PACKERS = 'packer-names'
/** This many names fit on one row of a tablet. */
const MOST_NAMES = 5

/** Returns the packer of the last order, or an empty text. */
export const packerNow = (): string => localStorage.getItem(PACKER) ?? ''

/** Returns the packers of this tablet, most recent first. */
export function packersHere(): readonly string[] {
  const names = (localStorage.getItem(PACKERS) ?? packerNow()).split('\n')
  return names.map((name) => name.trim()).filter((name) => name !== '')
}

/** Stores the name of a packer as the most recent one. */
export function rememberPacker(name: string): void {
  localStorage.setItem(PACKER, name)
  const names = [name, ...packersHere().filter((known) => known !== name)]
  localStorage.setItem(PACKERS, names.slice(0, MOST_NAMES).join('\n'))
}

/** Whether the button that packages an order also prints its label. This tablet stores the choice. */
export const usePrintWhenPackaged = () =>
  useLocalStorage({ key: 'print-when-packaged', defaultValue: false, getInitialValueInEffect: false })
