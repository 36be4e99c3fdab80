import { Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { View } from '../domain/contract.ts'
import type { ListViews } from './use-list-views.ts'
import styles from './views.module.css'

/** Says that somebody changed the open view meanwhile. The person shows the new version, or keeps what they see. */
export function ChangedView({ list, view }: { list: ListViews; view: View }) {
  const { t } = useTranslation('views')
  return (
    <Group className={styles.changed} role="status" gap="xs">
      <Text size="sm">{t('changed', { who: view.changedBy, name: view.name })}</Text>
      <Button size="compact-sm" onClick={() => list.open(view)}>
        {t('take-theirs')}
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => list.markOpen(view)}>
        {t('keep-mine')}
      </Button>
    </Group>
  )
}
