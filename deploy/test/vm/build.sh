#!/bin/bash
# Makes the kernel and the initial file system of the machine in the folder $1: Debian's own kernel
# $2, with gpio-sim built from Debian's own sources, which its kernel leaves out.
set -euo pipefail
cd "$1"
kernel=$2
series=$(cut -d. -f1,2 <<<"$kernel")
flavour=${kernel##*-}
mkdir -p debs root source build

(cd debs && apt-get download -qq "linux-image-$kernel" "linux-headers-$kernel" \
  "linux-headers-${kernel%-"$flavour"}-common" "linux-kbuild-$series" "linux-source-$series" busybox-static)
for package in debs/linux-image-* debs/linux-headers-* debs/linux-kbuild-* debs/busybox-*; do
  dpkg-deb -x "$package" root
done
dpkg-deb --fsys-tarfile debs/linux-source-* | tar -xO "./usr/src/linux-source-$series.tar.xz" |
  tar -xJ -C source --strip-components=1 "linux-source-$series/drivers/gpio" \
    "linux-source-$series/kernel/irq"

cp source/drivers/gpio/{gpio-sim.c,gpiolib.h} source/kernel/irq/irq_sim.c build
# Not exported to modules.
sed -i 's/handle_simple_irq(irq_to_desc(irqnum));/generic_handle_irq(irqnum);/' build/irq_sim.c
printf '\n#include <linux/module.h>\nMODULE_LICENSE("GPL");\n' >>build/irq_sim.c
# The kernels of the Raspberry Pi keep the level of an output that its process lets go of.
grep -q '__assign_bit(offset, chip->value_map, !!test_bit(offset, chip->pull_map));' build/gpio-sim.c
sed -i '/__assign_bit(offset, chip->value_map, !!test_bit(offset, chip->pull_map));/d' build/gpio-sim.c
echo 'obj-m := irq_sim.o gpio-sim.o' >build/Kbuild
headers=$PWD/root/usr/src
sed -i "s#/usr/src/#$headers/#" "$headers/linux-headers-$kernel/Makefile"
make -s -C "$headers/linux-headers-$kernel" M="$PWD/build" modules
strip -g build/*.ko

mkdir -p initrd/{bin,modules,dev,proc,sys,host,changes,new}
cp root/bin/busybox initrd/bin
ln -sf busybox initrd/bin/sh
# In the order in which they need each other.
number=100
for name in virtio_ring virtio virtio_pci_modern_dev virtio_pci_legacy_dev virtio_pci netfs fscache \
  9pnet 9pnet_virtio 9p overlay configfs irq_sim gpio-sim usb-common usbcore xhci-hcd xhci-pci hid \
  hid-generic usbhid evdev i2c-dev i2c-stub industrialio kfifo_buf industrialio-triggered-buffer \
  ti-ads1015 bmp280 bmp280-i2c; do
  file=$(find build "root/lib/modules/$kernel/kernel" -name "$name.ko" | head -n 1)
  cp "$file" "initrd/modules/$((number++))-$name.ko"
done
cp "root/boot/vmlinuz-$kernel" vmlinuz
rm -rf debs root source build
