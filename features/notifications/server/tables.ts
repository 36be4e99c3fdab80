/**
 * Lists the tables that this feature owns. The frame writes `messages` for the features that send them (server/notices/notices.ts), and
 * keeps what the push to devices needs (server/push/).
 */
export const owns = ['waiting_facts', 'notice_marks', 'messages', 'push_devices', 'push_keys'] as const
export const reads = ['preferences', 'sessions', 'users'] as const
