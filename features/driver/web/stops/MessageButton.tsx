import { ActionIcon } from '@mantine/core'
import i18n from 'i18next'
import { Mail, MessageSquare } from '#web/ui/icon/icons.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Arrival } from '#features/shipping/domain/arrivals.ts'
import { wallClockOf } from '#kernel/day.ts'
import type { Language } from '#kernel/languages.ts'
import { loadLanguage } from '#web/i18n.ts'
import type { StopCustomer } from '../../domain/contract.ts'
import { type Addressee, languageFor, messageLink, wayTo, windowAround } from '../../domain/customer-message.ts'
import type { Stop } from '../../domain/day-now.ts'
import { destinationOf } from '#features/shipping/domain/stops/address-stops.ts'
import { customerTexts } from './customer-texts.ts'

type MessageButtonProps = {
  orders: readonly [Stop, ...Stop[]]
  customer: StopCustomer | undefined
  arrival: Arrival
  company: string
}

/** Opens an SMS or mail to the customer in the phone's own app, with company, order numbers and the time of the arrival. */
export function MessageButton({ orders, customer, arrival, company }: MessageButtonProps) {
  const { t } = useTranslation('driver')
  const [first] = orders
  const addressee: Addressee = {
    phones: [first.phone, customer?.phone ?? '', customer?.phone2 ?? ''],
    email: customer?.email ?? '',
    address: destinationOf(first),
  }
  const texts = useTextsIn(languageFor(addressee))
  const way = wayTo(addressee)
  if (way === null) return null
  const { from, to } = windowAround(arrival.at)
  const time = (moment: string) => wallClockOf(moment).slice(11, 16)
  const facts = { company, orders: orders.map(({ id }) => id), from: time(from), to: time(to) }
  const { subject, text } = customerTexts(texts, facts)
  const Icon = way.by === 'sms' ? MessageSquare : Mail
  return (
    <ActionIcon
      component="a"
      href={messageLink(way, subject, text)}
      variant="default"
      aria-label={t(`card.message-${way.by}`, { to: way.to })}
    >
      <Icon size={20} aria-hidden />
    </ActionIcon>
  )
}

/** Returns the texts in the language of the customer, or in that of the driver while the phone has not loaded the others. */
function useTextsIn(language: Language) {
  const { t } = useTranslation('driver')
  const [loaded, setLoaded] = useState<Language | null>(null)
  useEffect(() => {
    // without a connection the text stays in the language of the driver
    void loadLanguage(language, ['driver']).then(
      () => setLoaded(language),
      () => undefined,
    )
  }, [language])
  return loaded === language ? i18n.getFixedT(language, 'driver') : t
}
