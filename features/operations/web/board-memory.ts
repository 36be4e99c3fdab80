/** Stores on this device how a person has arranged the board. */
import { useState } from 'react'
import { storeShown } from '#web/drawing/screen-cookie.ts'
import { usePerson } from '#web/session.ts'
import { TABLE_HEIGHT, withinLimits } from './board-sizes.ts'

const PHONE = '(max-width: 600px)'

export type PanelName = 'products' | 'materials'

function useStored(name: string, otherwise: string): [string, (value: string) => void] {
  const key = `operations:${usePerson()?.id ?? 0}:${name}`
  const [value, setValue] = useState(() => localStorage.getItem(key) ?? otherwise)
  const keep = (next: string): void => {
    storeShown(key, next)
    setValue(next)
  }
  return [value, keep]
}

/** Returns the stored height of the order table. */
export function useTableHeight(): [number, (height: number) => void] {
  const [text, keep] = useStored('height', String(TABLE_HEIGHT.initial))
  const height = Number(text)
  return [withinLimits(Number.isFinite(height) ? height : TABLE_HEIGHT.initial), (next) => keep(String(next))]
}

/** Returns whether a panel is shown. A phone shows only the orders until the person opens a panel. */
export function usePanelShown(name: PanelName): [boolean, (shown: boolean) => void] {
  const [text, keep] = useStored(`panel-${name}`, window.matchMedia(PHONE).matches ? 'hidden' : 'shown')
  return [text === 'shown', (shown) => keep(shown ? 'shown' : 'hidden')]
}
