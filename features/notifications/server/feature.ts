/** Declares what the feature notifications adds to the server. */
import { type Feature, feature } from '#server/feature.ts'
import { NOTICES_TOPIC } from '#server/notices/notices.ts'
import { PUSH_JOB } from '#server/push/push-to-devices.ts'
import { notificationsRights } from '../domain/rights.ts'
import { chooseKindCommand, readNoticesCommand, snoozeNoticeCommand } from './change.ts'
import { factsAfterRestore } from './fact-keeper.ts'
import { readMessages, unreadMessages } from './forget-messages.ts'
import * as devices from './push/devices.ts'
import { pushWork } from './push/push-line.ts'
import { countNoticesQuery, listNoticesQuery, type NoticeKinds, thingsOfKindQuery } from './queries.ts'
import { owns } from './tables.ts'

/** Returns the manifest of notifications over the kinds that the features declare. */
export const notifications = (kinds: NoticeKinds): Feature =>
  feature({
    name: 'notifications',
    owns,
    rights: notificationsRights,
    notifiedOf: { [NOTICES_TOPIC]: notificationsRights.use },
    commands: [
      readNoticesCommand(kinds),
      snoozeNoticeCommand(kinds),
      chooseKindCommand(kinds),
      devices.keepDeviceCommand,
      devices.removeDeviceCommand,
    ],
    queries: [listNoticesQuery(kinds), countNoticesQuery(kinds), thingsOfKindQuery(kinds), devices.ownDevicesQuery],
    lookups: [devices.beginDeviceLookup, devices.turnOnDeviceLookup],
    jobs: (parts) => ({ [PUSH_JOB]: pushWork(kinds)(parts) }),
    afterRestore: [factsAfterRestore(kinds.facts)],
    retentions: [readMessages, unreadMessages],
  })
