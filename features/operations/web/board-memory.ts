/** What a person has arranged on the board, remembered on this device. */
import { useState } from 'react'
import { usePerson } from '#web/session.ts'
import { TABLE_HEIGHT, withinLimits } from './board-sizes.ts'

const PHONE = '(max-width: 600px)'

export type PanelName = 'products' | 'materials'

function useStored(name: string, otherwise: string): [string, (value: string) => void] {
  const key = `operations:${usePerson()?.id ?? 0}:${name}`
  const [value, setValue] = useState(() => localStorage.getItem(key) ?? otherwise)
  const keep = (next: string): void => {
    localStorage.setItem(key, next)
    setValue(next)
  }
  return [value, keep]
}

/** The height of the order table. */
export function useTableHeight(): [number, (height: number) => void] {
  const [text, keep] = useStored('height', String(TABLE_HEIGHT.initial))
  const height = Number(text)
  return [withinLimits(Number.isFinite(height) ? height : TABLE_HEIGHT.initial), (next) => keep(String(next))]
}

/** Whether a panel is shown. A phone shows the orders alone until a panel is asked for. */
export function usePanelShown(name: PanelName): [boolean, (shown: boolean) => void] {
  const [text, keep] = useStored(`panel-${name}`, window.matchMedia(PHONE).matches ? 'hidden' : 'shown')
  return [text === 'shown', (shown) => keep(shown ? 'shown' : 'hidden')]
}
