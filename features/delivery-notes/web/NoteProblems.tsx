import { Alert, Text } from '@mantine/core'
import { TriangleAlert } from '#web/ui/icon/icons.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CodesNeeded, GoodsWithoutCode } from '#features/products/web/codes/GoodsWithoutCode.tsx'
import { Correction } from '#features/invoicing/web/DocumentProblems.tsx'
import { fieldOf, type NoteProblem } from '../domain/compose-note.ts'
import type { NotedStopView } from '../domain/contract.ts'
import { hasLiveNote } from './use-notes.ts'

export function Warning({ children }: { children: ReactNode }) {
  return (
    <Alert color="yellow" variant="light" py={6} icon={<TriangleAlert size={16} aria-hidden />}>
      {children}
    </Alert>
  )
}

/** Says what forbids the note of a stop, each with a link to the field that a person corrects. Shows nothing if the stop has a live note. */
export function NoteProblems({ stop }: { stop: NotedStopView }) {
  return hasLiveNote(stop) ? null : stop.problems.map((one) => <Problem key={one} stop={stop} problem={one} />)
}

type SoonProps = { stops: readonly NotedStopView[]; fromDay: string | undefined }

/** Names the goods of all stops without a valid code, before the day from which their notes need one. From then on each stop says it itself. */
export function CodesNeededSoon({ stops, fromDay }: SoonProps) {
  const open = stops.filter((stop) => !hasLiveNote(stop) && !stop.problems.includes('goods-code'))
  const goods = new Map(
    open.flatMap(({ goodsWithoutCode = [] }) => goodsWithoutCode.map((one) => [`${one.id} ${one.name}`, one] as const)),
  )
  return goods.size === 0 || fromDay === undefined ? null : (
    <Warning>
      <CodesNeeded goods={[...goods.values()]} fromDay={fromDay} now={false} />
    </Warning>
  )
}

function Problem({ stop, problem }: { stop: NotedStopView; problem: NoteProblem }) {
  const { t } = useTranslation('movement')
  const field = fieldOf(problem, stop.lacks ?? null)
  const id = field?.of === 'customers' ? (stop.customerId ?? null) : null
  return (
    <Warning>
      <Text size="sm" c="var(--mantine-color-text)">
        {problem === 'goods-code'
          ? t('codes.needed', { stop: stop.name })
          : t(`refusal.${problem}`, { stop: stop.name })}
      </Text>
      {problem === 'goods-code' ? <GoodsWithoutCode goods={stop.goodsWithoutCode ?? []} /> : null}
      {field === undefined || (field.of === 'customers' && id === null) ? null : (
        <Correction problem={{ ...field, id }} />
      )}
    </Warning>
  )
}
