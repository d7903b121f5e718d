import { readFile, writeFile } from 'node:fs/promises';
import { createAuthority, signCertificate } from './certificates.ts';
import { freePort } from './free-port.ts';
import { startBrokerAlone } from './kafka-java.ts';
import { folderOfFile } from './temporary-folder.ts';

/** A broker with authentication. Users may do what ACLs allow, and there are none at first. */
export async function startSecureKafka() {
  const inFolder = folderOfFile();
  const folder = inFolder();
  const authority = await createAuthority(folder, 'authority');
  const other = await createAuthority(folder, 'other-authority');
  const server = await signCertificate(authority, folder, 'server', 'IP:127.0.0.1');
  const client = await signCertificate(authority, folder, 'client', 'DNS:client');
  const stranger = await signCertificate(other, folder, 'stranger', 'DNS:stranger');
  const keystore = inFolder('keystore.pem');
  await writeFile(keystore, (await readFile(server.key, 'utf8')) + (await readFile(server.cert, 'utf8')));

  const password = 'correct-horse-battery';
  const passwordAddress = `127.0.0.1:${await freePort()}`;
  const certificateAddress = `127.0.0.1:${await freePort()}`;
  const openAddress = `127.0.0.1:${await freePort()}`;
  const controller = `127.0.0.1:${await freePort()}`;
  const login = 'org.apache.kafka.common.security';
  const scram = `${login}.scram.ScramLoginModule required;`;
  const kafka = await startBrokerAlone({
    address: openAddress,
    controller,
    properties: {
      listeners: `PLAINTEXT://${openAddress},CONTROLLER://${controller},SASL_SSL://${passwordAddress},SSL://${certificateAddress}`,
      'advertised.listeners': `PLAINTEXT://${openAddress},SASL_SSL://${passwordAddress},SSL://${certificateAddress}`,
      'ssl.keystore.type': 'PEM',
      'ssl.keystore.location': keystore,
      'ssl.truststore.type': 'PEM',
      'ssl.truststore.location': authority.cert,
      'listener.name.ssl.ssl.client.auth': 'required',
      'sasl.enabled.mechanisms': 'PLAIN,SCRAM-SHA-256,SCRAM-SHA-512',
      'listener.name.sasl_ssl.plain.sasl.jaas.config': `${login}.plain.PlainLoginModule required user_plain="${password}";`,
      'listener.name.sasl_ssl.scram-sha-256.sasl.jaas.config': scram,
      'listener.name.sasl_ssl.scram-sha-512.sasl.jaas.config': scram,
      'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
      'super.users': 'User:ANONYMOUS',
    },
    formatArgs: ['SCRAM-SHA-256', 'SCRAM-SHA-512'].flatMap((mechanism) => [
      '--add-scram',
      `${mechanism}=[name=${mechanism.toLowerCase()},password=${password}]`,
    ]),
  });
  return {
    /** Without TLS or a password; clients may do everything here. */
    openAddress,
    /** TLS, and a user and password: `SASL_SSL`. */
    passwordAddress,
    /** TLS, and a client's certificate: `SSL`. */
    certificateAddress,
    /** Signed the broker's certificate (for 127.0.0.1 alone) and the client's. */
    authority,
    /** Its user is `CN=client`. */
    client,
    /** Another authority, which signed neither, and a client's certificate from it. */
    stranger: { authority: other, client: stranger },
    /** The password of the users `plain`, `scram-sha-256` and `scram-sha-512`, each for the mechanism of its name. */
    password,
    stop: kafka.stop,
  };
}
