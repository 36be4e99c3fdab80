import { UnstyledButton } from '@mantine/core'
import { Check, Minus } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import type { RoleRights } from '../../domain/rights-contract.ts'
import { closedKey, isChanged, isHeld, type ShownRight, useRightWords } from './rights-words.ts'
import styles from './rights.module.css'

type RightCellProps = { right: ShownRight; role: RoleRights; press: () => void }

/** Shows whether a role holds a right. A ring marks what an administrator has changed. */
export function RightCell({ right, role, press }: RightCellProps) {
  const { t } = useTranslation('users')
  const words = useRightWords()
  const held = isHeld(right, role)
  const changed = isChanged(right, role)
  const state = [t(held ? 'rights.held' : 'rights.not-held'), ...(changed ? [t('rights.changed')] : [])].join(', ')
  return (
    <UnstyledButton
      className={styles.cell}
      data-held={held || undefined}
      data-changed={changed || undefined}
      data-closed={closedKey(right, role) !== null || undefined}
      aria-label={t('rights.cell', { role: words.role(role.role), right: right.words, state })}
      onClick={press}
    >
      {held ? <Check size={20} aria-hidden /> : <Minus size={14} aria-hidden />}
    </UnstyledButton>
  )
}
