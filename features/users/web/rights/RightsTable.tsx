import { UnstyledButton } from '@mantine/core'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { Role } from '#kernel/rights.ts'
import type { RoleRights } from '../../domain/rights-contract.ts'
import type { Pressed } from './ChangeRight.tsx'
import { RightCell } from './RightCell.tsx'
import { type ShownArea, useRightWords } from './rights-words.ts'
import styles from './rights.module.css'

export type RightsProps = {
  areas: readonly ShownArea[]
  roles: readonly RoleRights[]
  press: (cell: Pressed) => void
  openHistory: (role: Role) => void
}

/** The rights by area with a column for each role. The name of a role opens its history. */
export function RightsTable({ areas, roles, press, openHistory }: RightsProps) {
  const { t } = useTranslation('users')
  const words = useRightWords()
  return (
    <div className={styles.scroll}>
      <table className={styles.table} aria-label={t('title.rights')}>
        <thead>
          <tr>
            <th scope="col">{t('rights.right')}</th>
            {roles.map(({ role, people }) => (
              <th key={role} scope="col">
                <UnstyledButton
                  className={styles.role}
                  title={t('rights.history', { role: words.role(role) })}
                  onClick={() => openHistory(role)}
                >
                  {words.role(role)}
                </UnstyledButton>
                <span className={styles.people}>{t('rights.people', { count: people })}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {areas.map(({ area, title, rights }) => (
            <Fragment key={area}>
              <tr className={styles.area}>
                <th scope="colgroup" colSpan={roles.length + 1}>
                  {title}
                </th>
              </tr>
              {rights.map((right) => (
                <tr key={right.name}>
                  <th scope="row">{right.words}</th>
                  {roles.map((role) => (
                    <td key={role.role}>
                      <RightCell right={right} role={role} press={() => press({ right, role: role.role })} />
                    </td>
                  ))}
                </tr>
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  )
}
