import { useCellTexts } from '#web/i18n.ts'
import badge from '#web/ui/StatusBadge.module.css'
import type { KeyState as State } from '../domain/keys.ts'

const TONES: Readonly<Record<State, string>> = { ACTIVE: 'green', ENDED: 'orange', REVOKED: 'faded' }

/** The state of a key as text with a colour. */
export function KeyState({ state }: { state: State }) {
  const t = useCellTexts('keys')
  return (
    <span className={badge['badge']} data-tone={TONES[state]}>
      {t(`state.${state}`)}
    </span>
  )
}
