import type { Change } from './changes.ts'
import type { Chosen } from './choose.ts'

export function whatChanged(change: Change | null, chosen: Pick<Chosen, 'scope' | 'features'>): string
export function leftOut(chosen: Pick<Chosen, 'scope' | 'left'>): string | null
