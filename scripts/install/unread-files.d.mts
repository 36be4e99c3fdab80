export function removeUnread(root: string, nodeRoot: string): Promise<void>
