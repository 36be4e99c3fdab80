import { Anchor, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PageLink } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import { MomentText } from '#web/ui/texts.tsx'
import { listMoveIns } from '../../domain/move-in/contract.ts'
import styles from '../import.module.css'

/** The newest move-ins, each with a link. Shows nothing before the first one. */
export function EarlierMoveIns() {
  const { t } = useTranslation('import')
  const answer = useAsk(listMoveIns, {})
  const rows = answer.data?.rows ?? []
  if (rows.length === 0) return null
  return (
    <ul className={styles.earlier} aria-label={t('move-in.earlier')}>
      {rows.map((one) => (
        <li key={one.id}>
          <Anchor component={PageLink} to={`/import/move-in/${one.id}`} size="sm">
            {one.name}
          </Anchor>
          <Text size="sm" c="dimmed">
            {t(`move-in.state.${one.state}`)} · <MomentText value={one.created} />
          </Text>
        </li>
      ))}
    </ul>
  )
}
