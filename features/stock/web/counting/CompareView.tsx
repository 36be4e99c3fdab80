import { Button, Text } from '@mantine/core'
import { ArrowLeft } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { type Place, placeOf } from '#features/products/domain/product.ts'
import { ZERO_QUANTITY } from '#kernel/money.ts'
import { useAsk } from '#web/query.ts'
import { say } from '#web/ui/say.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { countDifferences } from '../../domain/counting/contract.ts'
import { Booking } from './Booking.tsx'
import styles from './count.module.css'
import { Differences, OpenQuestions } from './Differences.tsx'
import { LongList } from './LongList.tsx'
import { SheetCut } from './SheetCut.tsx'
import type { Counting } from './use-count.ts'

type CompareViewProps = {
  id: number
  /** The reason that the booking proposes. */
  reason: string
  /** Null if the count is closed. */
  counting: Counting | null
  back?: () => void
}

/** Shows the differences before they are booked, asks what is open, and books all of them at once. */
export function CompareView({ id, reason, counting, back }: CompareViewProps) {
  const { t } = useTranslation('stock')
  const answer = useAsk(countDifferences, { id }, { staleTime: 0 })
  const onwards = back ? (
    <div>
      <Button variant="default" mih={48} leftSection={<ArrowLeft size={16} aria-hidden />} onClick={back}>
        {t('count.go-on')}
      </Button>
    </div>
  ) : null
  if (!answer.data)
    return (
      <>
        {onwards}
        {answer.error ? <ErrorState error={answer.error} retry={() => void answer.refetch()} /> : <Loading rows={8} />}
      </>
    )
  const { count, rows, notCounted, more } = answer.data
  const open = counting !== null && count.status === 'OPEN'
  const asked = rows.filter(({ question }) => question !== null)
  const differing = rows.filter(({ question, difference }) => question === null && difference !== 0)
  const same = rows.filter(({ question, difference }) => question === null && difference === 0)
  const sums = { differs: differing, same, asked, 'not-counted': notCounted }
  return (
    <>
      {onwards}
      <dl className={styles.strip}>
        {Object.entries(sums).map(([key, part]) => (
          <div key={key} data-none={part.length === 0 || undefined}>
            <dt>{t(`count.sum.${key}`)}</dt>
            <dd className="figures">{part.length}</dd>
          </div>
        ))}
      </dl>
      <SheetCut more={more} />
      <OpenQuestions countId={id} rows={asked} open={open} />
      <Differences countId={id} title={t('count.differs-title')} rows={differing} open={open} />
      {open && notCounted.length > 0 ? <NotCounted rows={notCounted} counting={counting} /> : null}
      <Differences countId={id} title={t('count.same-title')} rows={same} open={open} />
      {open ? (
        <Booking
          count={count}
          proposed={reason}
          counted={rows.length}
          differing={differing.length}
          asked={asked.length}
          waiting={counting.waiting.length}
        />
      ) : null}
    </>
  )
}

type NotCountedProps = { rows: readonly ({ id: number; name: string } & Place)[]; counting: Counting }

/** Lists what should lie there and was not found. Its stock stays as it is, unless somebody says that none is there. */
function NotCounted({ rows, counting }: NotCountedProps) {
  const { t } = useTranslation('stock')
  const none = async (id: number) => {
    const product = counting.products.get(id)
    if (!product) return
    const no = await counting.enter({ product, line: crypto.randomUUID(), way: 'FIRST' }, ZERO_QUANTITY)
    if (no) say.failed(no)
  }
  return (
    <section>
      <h2>{t('count.not-counted-title')}</h2>
      <Text size="sm" c="dimmed" mb="xs">
        {t('count.not-counted-hint')}
      </Text>
      <LongList all={rows}>
        {(shown) => (
          <ul className={styles.rows}>
            {shown.map(({ id, name, ...place }) => (
              <li key={id} className={styles.plain}>
                <span>{[name, ...placeOf(place)].join(' · ')}</span>
                <Button
                  variant="default"
                  mih={48}
                  aria-label={t('count.none-of', { name })}
                  onClick={() => void none(id)}
                >
                  {t('count.none-there')}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </LongList>
    </section>
  )
}
