import { Anchor, Stack, Text, Title } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { PageLink, useGo } from '#web/navigation.tsx'
import styles from '#web/pages/pages.module.css'
import { useAsk } from '#web/query.ts'
import { say } from '#web/ui/say.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { type RestoreFirst, setUpRestoreState } from '../../domain/set-up.ts'
import { isUnderWay } from '../LastRestore.tsx'
import { useLooking } from '../use-looking.ts'
import { ChooseBackup } from './ChooseBackup.tsx'
import { CheckedBackup, UnderWay } from './CheckedBackup.tsx'

/** Restores a backup into an empty database, instead of setting up a new company. */
export default function RestoreFirstPage() {
  const { t } = useTranslation('backup')
  const go = useGo()
  const answer = useAsk(setUpRestoreState, {}, { staleTime: 0, still: true, withoutSignIn: true })
  const { data } = answer
  const underWay = isUnderWay(data?.restore ?? null)
  useLooking(underWay, answer.refetch)
  const isOver = data?.needed === false
  useEffect(() => {
    if (isOver) go('/login', { replace: true })
  }, [isOver, go])
  useSayDone(isOver, underWay)
  return (
    <section className={styles.card} data-wide aria-labelledby="restore-title">
      <Title order={1} id="restore-title">
        {t('title.set-up-restore')}
      </Title>
      <Text c="dimmed" size="sm" mb="lg" mt={4}>
        {t('first.hint')}
      </Text>
      <Stack gap="md">
        {data ? (
          <Steps data={data} underWay={underWay} look={answer.refetch} />
        ) : answer.error ? (
          <ErrorState error={answer.error} retry={() => void answer.refetch()} />
        ) : (
          <Loading rows={4} />
        )}
        <Anchor component={PageLink} to="/setup" size="sm">
          {t('first.back')}
        </Anchor>
      </Stack>
    </section>
  )
}

type StepsProps = { readonly data: RestoreFirst; readonly underWay: boolean; readonly look: () => Promise<unknown> }

function Steps({ data, underWay, look }: StepsProps) {
  const { restore } = data
  return (
    <>
      {/* what was typed stays while a backup is checked */}
      <Stack gap="md" hidden={underWay} display={underWay ? 'none' : undefined}>
        <ChooseBackup data={data} look={look} />
      </Stack>
      {restore && underWay ? <UnderWay state={restore.state} /> : null}
      {restore?.state === 'COMPARED' ? <CheckedBackup restore={restore} look={look} /> : null}
    </>
  )
}

/** Says that everything is back when the set-up is over because of the restore that this page showed. */
function useSayDone(isOver: boolean, underWay: boolean): void {
  const { t } = useTranslation('backup')
  const shown = useRef(false)
  useEffect(() => {
    if (underWay) shown.current = true
    if (!isOver || !shown.current) return
    shown.current = false
    say.done(t('first.done'))
  }, [isOver, underWay, t])
}
