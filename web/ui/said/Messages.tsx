import { Notifications } from '@mantine/notifications'

/**
 * The place of the messages in the corner of the page (`say`). It is in the page before the first message, because many screen readers do not say
 * the content with which a region appears, only what is added to one.
 */
export const Messages = () => (
  <Notifications position="bottom-right" limit={4} aria-live="polite" aria-relevant="additions" />
)
