import { Alert, Text } from '@mantine/core'
import { Clock } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { waitingHere, type WaitingPerson } from '#web/offline/device-people.ts'

/** Says on the sign-in page whose actions wait on this device and how many; what they are about stays theirs. */
export function WaitingHere() {
  const { t } = useTranslation('frame')
  const [people, setPeople] = useState<readonly WaitingPerson[]>([])
  useEffect(() => {
    // a device that cannot be read has nothing to tell
    void waitingHere().then(setPeople, () => undefined)
  }, [])
  if (people.length === 0) return null
  return (
    <Alert role="status" color="yellow" variant="light" mb="md" icon={<Clock size={17} aria-hidden />}>
      {people.map(({ id, name, count }) => (
        <Text key={id} size="sm" c="var(--mantine-color-text)">
          {t('offline.left', { count, name: name || `#${id}` })}
        </Text>
      ))}
    </Alert>
  )
}
