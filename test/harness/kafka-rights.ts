import {
  AclOperationTypes,
  AclPermissionTypes,
  AclResourceTypes,
  Kafka,
  logLevel,
  ResourcePatternTypes,
} from 'kafkajs';

/** What docs/kafka.md says that ingest and the consumer need, for every topic and group whose name begins so. */
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

/** Grants rights, as somebody who may. @param broker an address where no password is asked */
export async function allow(broker: string, rights: ReturnType<typeof appRights>): Promise<void> {
  const admin = new Kafka({ brokers: [broker], logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  const acl = rights.map((right) => ({ ...right, permissionType: AclPermissionTypes.ALLOW, host: '*' }));
  await admin.createAcls({ acl });
  await admin.disconnect();
}
