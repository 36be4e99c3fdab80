/** Declares what the feature notifications adds to the server. */
import { type Feature, feature } from '#server/feature.ts'
import { NOTICES_TOPIC } from '#server/notices/notices.ts'
import { notificationsRights } from '../domain/rights.ts'
import { chooseKindCommand, readNoticesCommand, snoozeNoticeCommand } from './change.ts'
import { readMessages, unreadMessages } from './forget-messages.ts'
import { countNoticesQuery, listNoticesQuery, type NoticeKinds, thingsOfKindQuery } from './queries.ts'

/** Returns the manifest of notifications over the kinds that the features declare. */
export const notifications = (kinds: NoticeKinds): Feature =>
  feature({
    name: 'notifications',
    rights: notificationsRights,
    notifiedOf: { [NOTICES_TOPIC]: notificationsRights.use },
    commands: [readNoticesCommand(kinds), snoozeNoticeCommand(kinds), chooseKindCommand(kinds)],
    queries: [listNoticesQuery(kinds), countNoticesQuery(kinds), thingsOfKindQuery(kinds)],
    retentions: [readMessages, unreadMessages],
  })
