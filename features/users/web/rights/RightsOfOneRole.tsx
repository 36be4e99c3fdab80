import { Button, Group, Select, Title } from '@mantine/core'
import { History } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Role } from '#kernel/rights.ts'
import { RightCell } from './RightCell.tsx'
import { useRightWords } from './rights-words.ts'
import type { RightsProps } from './RightsTable.tsx'
import styles from './rights.module.css'

/** The rights of one role as a list, for phones. */
export function RightsOfOneRole({ areas, roles, press, openHistory }: RightsProps) {
  const { t } = useTranslation('users')
  const words = useRightWords()
  const [chosen, setChosen] = useState<Role>('user')
  const role = roles.find((one) => one.role === chosen)
  if (role === undefined) return null
  return (
    <>
      <Group align="end" gap="sm" mb="md" wrap="nowrap">
        <Select
          label={t('field.role')}
          data={roles.map((one) => ({
            value: one.role,
            label: `${words.role(one.role)} · ${t('rights.people', { count: one.people })}`,
          }))}
          value={chosen}
          onChange={(value) => setChosen(value ?? chosen)}
          flex={1}
        />
        <Button
          variant="default"
          leftSection={<History size={16} aria-hidden />}
          onClick={() => openHistory(role.role)}
        >
          {t('word.history')}
        </Button>
      </Group>
      {areas.map(({ area, title, rights }) => (
        <section key={area} className={styles.group} aria-label={title}>
          <Title order={2} size="sm">
            {title}
          </Title>
          <ul>
            {rights.map((right) => (
              <li key={right.name}>
                <span>{right.words}</span>
                <RightCell right={right} role={role} press={() => press({ right, role: role.role })} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}
