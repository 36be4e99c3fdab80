import { useCellTexts } from '#web/i18n.ts'
import badge from '#web/ui/StatusBadge.module.css'
import type { AccountStatus } from '#accounts/domain/accounts.ts'

const TONES: Readonly<Record<AccountStatus, string>> = { WAITING: 'orange', ACTIVE: 'green', DISABLED: 'faded' }

/** The state of an account as text with a colour. */
export function StateBadge({ state }: { state: AccountStatus }) {
  const t = useCellTexts('users')
  return (
    <span className={badge['badge']} data-tone={TONES[state]}>
      {t(`state.${state}`)}
    </span>
  )
}
