import { Button, TextInput } from '@mantine/core'
import { Search } from '#web/ui/icon/icons.ts'
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addDays, dayOf } from '#kernel/day.ts'
import { useSearchTexts } from '#web/navigation.tsx'
import { DayInput } from '#web/ui/form/DayInput.tsx'
import styles from './order-list.module.css'

const PARAMETER = 'f.expectedDelivery'
const ADDRESS = 'f.address'

/** Searches by delivery date and address through the filters of those columns. The default is the last 7 days. */
export function DeliverySearch({ close }: { close: () => void }) {
  const { t } = useTranslation('orders')
  const [texts, setTexts] = useSearchTexts()
  const today = dayOf(new Date().toISOString())
  const [set0, set1] = (texts[PARAMETER] ?? '').split('..')
  const isSet = texts[PARAMETER] !== undefined
  const [from, setFrom] = useState<string | null>(isSet ? set0 || null : addDays(today, -6))
  const [to, setTo] = useState<string | null>(isSet ? set1 || null : today)
  const [street, setStreet] = useState(texts[ADDRESS] ?? '')
  const backwards = from !== null && to !== null && from > to

  const search = (event: SyntheticEvent) => {
    event.preventDefault()
    if (backwards) return
    setTexts({
      [PARAMETER]: from === null && to === null ? undefined : `${from ?? ''}..${to ?? ''}`,
      [ADDRESS]: street.trim() || undefined,
      page: undefined,
    })
  }
  const clear = () => {
    setTexts({ [PARAMETER]: undefined, [ADDRESS]: undefined, page: undefined })
    close()
  }

  return (
    <form className={styles.dates} aria-label={t('list.delivery-search')} onSubmit={search}>
      <DayInput label={t('list.delivery-from')} value={from} onChange={setFrom} />
      <DayInput
        label={t('list.delivery-to')}
        value={to}
        onChange={setTo}
        error={backwards ? t('list.backwards') : undefined}
      />
      <TextInput
        label={t('word.delivery-address')}
        maxLength={200}
        value={street}
        onChange={(event) => setStreet(event.currentTarget.value)}
      />
      <Button type="submit" leftSection={<Search size={16} aria-hidden />}>
        {t('action.search')}
      </Button>
      <Button variant="default" onClick={clear}>
        {t('action.clear')}
      </Button>
    </form>
  )
}
