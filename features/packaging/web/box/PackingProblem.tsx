import { Alert, Button, List, Stack, Text, TextInput } from '@mantine/core'
import { TriangleAlert } from '#web/ui/icon/icons.ts'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { stockRights } from '#features/stock/domain/rights.ts'
import type { NamedShortage } from '#features/stock/domain/availability.ts'
import { PLACES, scaleDecimal } from '#kernel/money.ts'
import { showQuantity } from '#web/format.ts'
import { useMay } from '#web/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { problemText } from '#web/ui/problems.ts'
import type { Box } from '../../domain/contract.ts'
import styles from '../packaging.module.css'
import { changedNothing, shortLinesOf } from './packing.ts'

const shown = (plain: number): string => showQuantity(scaleDecimal(String(plain), PLACES.quantity) ?? 0)

type PackingProblemProps = {
  problem: unknown
  box: Box
  overrule: (reason: string) => void
  /** Enters the quantities that the stock covers. Null if the order cannot be packaged now. */
  packWhatIsThere: ((shortages: readonly NamedShortage[]) => void) | null
}

/**
 * Shows why an order was not packaged and which products are short. The packer may package what is there, and people
 * with the right may overrule with a reason.
 */
export function PackingProblem({ problem, box, overrule, packWhatIsThere }: PackingProblemProps) {
  const { t } = useTranslation('packaging')
  const mayOverrule = useMay(stockRights.belowZero)
  const [reason, setReason] = useState('')
  const alert = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (problem !== null) alert.current?.scrollIntoView({ block: 'nearest' })
  }, [problem])
  if (problem === null) return null
  const short = shortLinesOf(problem)
  const isOrdered = short.some(({ productId }) => box.lines.some((line) => line.productId === productId))
  return (
    <Alert
      ref={alert}
      className={styles.problem}
      color="red"
      variant="light"
      icon={<TriangleAlert size={20} aria-hidden />}
      role="alert"
    >
      <Stack gap="xs">
        <Text fw={600} c="var(--mantine-color-text)">
          {t('failure.title')}
        </Text>
        <Reason problem={problem} short={short} />
        <Text c="var(--mantine-color-text)">
          {changedNothing(problem) ? t('failure.nothing-changed') : t('failure.unknown')}
        </Text>
        {isOrdered && packWhatIsThere !== null ? (
          <Button size="md" mih={48} variant="default" onClick={() => packWhatIsThere(short)}>
            {t('short.start')}
          </Button>
        ) : null}
        {short.length > 0 && mayOverrule ? (
          <Stack gap="xs">
            <TextInput
              size="md"
              label={t('failure.reason')}
              description={t('failure.reason-hint')}
              value={reason}
              maxLength={500}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
            <ActionButton
              size="md"
              danger
              closed={reason.trim() === '' ? t('failure.reason-needed') : null}
              onClick={() => overrule(reason.trim())}
            >
              {t('failure.overrule')}
            </ActionButton>
          </Stack>
        ) : null}
      </Stack>
    </Alert>
  )
}

/** Shows why the order was not packaged: the short products, or the text of the problem. */
function Reason({ problem, short }: { problem: unknown; short: readonly NamedShortage[] }) {
  const { t } = useTranslation('packaging')
  if (short.length === 0) return <Text c="var(--mantine-color-text)">{problemText(problem)}</Text>
  return (
    <List c="var(--mantine-color-text)">
      {short.map((line) => (
        <List.Item key={line.name}>
          {t('failure.short', {
            name: line.name,
            stock: shown(line.stock),
            needed: shown(line.needed),
            missing: shown(line.missing),
          })}
        </List.Item>
      ))}
    </List>
  )
}
