/** What a bench remembers on its tablet: who packs there, and how the tablet behaves. */
import { useLocalStorage } from '@mantine/hooks'

const PACKER = 'packer-name'
const PACKERS = 'packer-names'
/** As many names as fit on one line of a tablet. */
const MOST_NAMES = 5

/** The packer who packed last. */
export const packerNow = (): string => localStorage.getItem(PACKER) ?? ''

/** The packers of this bench, the last one first. */
export function packersHere(): readonly string[] {
  const names = (localStorage.getItem(PACKERS) ?? packerNow()).split('\n')
  return names.map((name) => name.trim()).filter((name) => name !== '')
}

/** Remembers who packed. */
export function rememberPacker(name: string): void {
  localStorage.setItem(PACKER, name)
  const names = [name, ...packersHere().filter((known) => known !== name)]
  localStorage.setItem(PACKERS, names.slice(0, MOST_NAMES).join('\n'))
}

/** A switch that this tablet remembers. */
const useSwitch = (key: string, usual: boolean) =>
  useLocalStorage({ key, defaultValue: usual, getInitialValueInEffect: false })

/** Whether the label is printed by the press that packages the order. */
export const usePrintWhenPackaged = () => useSwitch('print-when-packaged', false)

/** Whether scans are heard. */
export const useScanSound = () => useSwitch('scan-sound', true)
