import { AclOperationTypes, AclPermissionTypes, AclResourceTypes, ResourcePatternTypes } from 'kafkajs';
import { withAdmin } from './with-admin.ts';

/** The rights that ingest and the consumer need by docs/kafka.md, for topics and groups with a prefix. */
export function appRights(user: string, prefix: string) {
  const right = (operation: AclOperationTypes, resourceType = AclResourceTypes.TOPIC) => ({
    resourceType,
    resourceName: prefix,
    resourcePatternType: ResourcePatternTypes.PREFIXED,
    principal: `User:${user}`,
    operation,
  });
  return [
    right(AclOperationTypes.CREATE),
    right(AclOperationTypes.DESCRIBE_CONFIGS),
    right(AclOperationTypes.WRITE),
    right(AclOperationTypes.READ),
    right(AclOperationTypes.READ, AclResourceTypes.GROUP),
  ];
}

/** Grants rights. @param broker an address that needs no password */
export async function allow(broker: string, rights: ReturnType<typeof appRights>): Promise<void> {
  const acl = rights.map((right) => ({ ...right, permissionType: AclPermissionTypes.ALLOW, host: '*' }));
  await withAdmin([broker], (admin) => admin.createAcls({ acl }));
}
